import type { ReactElement } from 'react';

const spokes = [0, 45, 90, 135, 180, 225, 270, 315];

/** The product's mark, a ship's wheel. Decorative: the name stands beside it. */
export function Wheel({ size = 28, stroke = 5 }: { size?: number; stroke?: number }): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="-50 -50 100 100"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
    >
      <circle r="27" />
      {stroke < 2 && <circle r="31" />}
      {stroke < 2 ? <circle r="9" /> : <circle r="8" fill="currentColor" stroke="none" />}
      {spokes.map((angle) => (
        <line key={angle} x1="0" y1="-9" x2="0" y2="-44" transform={`rotate(${angle})`} />
      ))}
    </svg>
  );
}
