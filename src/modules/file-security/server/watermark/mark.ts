import type { Language } from '#kit/common/language.ts';
import type { RoleConfig } from '../../common/config-groups.ts';
import { usualGroups } from '../../common/config-groups.ts';
import { outlineOf } from './outlines.ts';

/** How a watermark looks. */
export type MarkLook = Pick<NonNullable<RoleConfig['watermark']>, 'opacity' | 'size' | 'angle'>;

/** What a watermark says, and how it looks. */
export interface Mark extends MarkLook {
  readonly text: string;
  readonly language: Language;
}

/** What fills the template. */
export interface MarkValues {
  readonly name: string;
  readonly account: string;
  readonly employeeNo: string;
  readonly department: string;
  readonly mobile: string;
  readonly device: string;
  readonly date: string;
  readonly time: string;
  readonly address: string;
  readonly code: string;
}

/** The watermark of a person: the template with its variables filled in; an unknown variable stays empty. The code is always there. */
export function markOf(watermark: RoleConfig['watermark'], values: MarkValues, language: Language): Mark {
  const { template, opacity, size, angle } = watermark ?? usualGroups.watermark;
  const whole = template.includes('{code}') ? template : `${template} {code}`;
  const text = whole
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => (Object.hasOwn(values, name) ? String(values[name as keyof MarkValues]) : ''))
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 200);
  return { text, opacity, size, angle, language };
}

/** A watermark as paths for a picture of this size: the text again and again, in rows. */
export async function markPaths(
  mark: Mark,
  { width, height }: { width: number; height: number },
): Promise<{ path: string; transforms: string[]; opacity: number }> {
  const outline = await outlineOf(mark.text, mark.language);
  // Letters grow with the picture, so that they can be read on a large one.
  const size = mark.size * Math.max(1, Math.min(width, height) / 800);
  const [stepX, stepY] = [outline.width * size + size * 6, size * 8];
  const turn = (mark.angle * Math.PI) / 180;
  const reach = Math.hypot(width, height);
  const transforms: string[] = [];
  for (let row = 0, y = -reach / 2; y < reach / 2; row += 1, y += stepY)
    for (let x = -reach / 2 - (row % 2) * (stepX / 2); x < reach / 2 && transforms.length < 2_000; x += stepX) {
      const [left, top] = [width / 2 + x * Math.cos(turn) - y * Math.sin(turn), height / 2 + x * Math.sin(turn) + y * Math.cos(turn)];
      const beyond = stepX * 1.2;
      if (left < -beyond || top < -beyond || left > width + beyond || top > height + beyond) continue;
      transforms.push(`translate(${left.toFixed(1)} ${top.toFixed(1)}) rotate(${mark.angle}) scale(${size.toFixed(3)})`);
    }
  return { path: outline.path, transforms, opacity: mark.opacity / 100 };
}

/** A watermark as an SVG picture of this size. It holds paths alone. */
export async function markSvg(mark: Mark, size: { width: number; height: number }): Promise<Buffer> {
  const { path, transforms, opacity } = await markPaths(mark, size);
  const uses = transforms.map((transform) => `<use href="#t" transform="${transform}"/>`).join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><defs><path id="t" d="${path}"/></defs>` +
      `<g fill="#000" stroke="#fff" stroke-width="0.03" opacity="${opacity}">${uses}</g></svg>`,
  );
}
