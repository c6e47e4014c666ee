/** Where entries lead. */
export const menuKinds = ['reply', 'link', 'articleList', 'content', 'app', 'widget', 'messageBox'] as const;
/** Where an entry leads. */
export type MenuKind = (typeof menuKinds)[number];

/** Most entries on top (15040). */
export const mostEntries = 3;
/** Most entries below one (15040). */
export const mostChildren = 5;
/** Characters that a name may have before it is refused by its length alone. */
export const mostNamed = 100;
/** Menus that were published and are kept. */
export const keptMenus = 50;

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\ud840-\ud87f][\udc00-\udfff]/u;

/** How much of a line a text takes: wide characters (Chinese, Japanese, Korean) and all others apart. */
function widths(text: string): { wide: number; narrow: number } {
  const all = [...text];
  const n = all.filter((one) => wide.test(one)).length;
  return { wide: n, narrow: all.length - n };
}

/** Share of what is allowed that a name takes: above 1 it is too long. */
const shareOf = (text: string, most: { wide: number; narrow: number }): number => {
  const has = widths(text);
  return has.wide / most.wide + has.narrow / most.narrow;
};

/** Whether a name is longer than most phones show: 4 wide characters or 12 others on top, 8 or 20 below. */
export const isCut = (text: string, below: boolean): boolean =>
  shareOf(text, below ? { wide: 8, narrow: 20 } : { wide: 4, narrow: 12 }) > 1 + 1e-9;

/** Whether a name is refused: more than 16 wide characters or 40 others. */
export const isTooLong = (text: string): boolean => shareOf(text, { wide: 16, narrow: 40 }) > 1 + 1e-9;

/** Whether an address may stand in a menu: http or https, without sign-in data, and nothing to be filled in. */
export function isMenuLink(url: string): boolean {
  if (/[{}\s]/.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password, hostname } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hostname !== '';
}

/** Parameters by which somebody would be let in. */
const letsIn = /token|ticket|session|secret|signature|^sig$|^code$|^key$|password/i;
/** Whether an address carries something by which somebody is let in. */
export const carriesToken = (url: string): boolean => {
  const { searchParams, hash } = new URL(url);
  return [...searchParams.keys(), ...new URLSearchParams(hash.replace(/^#/, '')).keys()].some((name) => letsIn.test(name));
};
