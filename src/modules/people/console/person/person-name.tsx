import { useRef, type CSSProperties, type ReactElement } from 'react';
import '../people.css';
import { usePicture } from './use-picture.ts';

interface PersonNameProps {
  /** `avatar`: the picture itself, or the mark by which it is fetched. */
  person: { id: string; name: string; account?: string; avatar?: string | null };
  /** Pixels of the portrait. */
  size?: number;
}

/** A person as a small portrait with name and account. */
export function PersonName({ person, size = 32 }: PersonNameProps): ReactElement {
  return (
    <span className="uc-person">
      <Portrait person={person} size={size} />
      <span>
        {person.name}
        {person.account !== undefined && <small>{person.account}</small>}
      </span>
    </span>
  );
}

/** The picture of a person, or what stands for it until it is there; as large without it. */
export function Portrait({ person, size }: { person: PersonNameProps['person']; size: number }): ReactElement {
  const place = useRef<HTMLSpanElement>(null);
  const picture = usePicture(place, person.id, person.avatar);
  return (
    <span
      ref={place}
      className="uc-avatar"
      data-hue={hueOf(person.id)}
      style={{ '--uc-size': `${size}px` } as CSSProperties}
      aria-hidden="true"
    >
      {picture === undefined ? initialsOf(person.name) : <img src={picture} alt="" />}
    </span>
  );
}

/** Colours that portraits take; the same person always has the same. */
const hues = 6;
const hueOf = (id: string): number => [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % hues;

/** What tells colleagues apart: the given name of a Chinese or Japanese name, the initials of others. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(last)) return [...last].slice(-2).join('');
  return [words[0], words.length > 1 ? last : undefined].map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
