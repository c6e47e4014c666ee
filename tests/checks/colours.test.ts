import { expect, test } from 'vitest';
import { styleSheets, textOf } from './source-files.ts';

// Pages are looked at closely in one theme (tests/looked-at.ts): that their words can be read in the other is proved of the colours themselves.

type Colour = readonly [red: number, green: number, blue: number];
type Palette = ReadonlyMap<string, Colour>;

const base = textOf('src/kit/console/theme/base.css');
const light = paletteOf(/:root \{([^}]*)\}/);
const themes: Readonly<Record<string, Palette>> = {
  light,
  dark: new Map([...light, ...paletteOf(/:root\[data-theme='dark'\] \{([^}]*)\}/)]),
};

function paletteOf(block: RegExp): Palette {
  const lines = block.exec(base)?.[1]?.matchAll(/--wh-([a-z-]+): (#[0-9a-f]{6});/g) ?? [];
  return new Map([...lines].map(([, name, code]) => [name!, colourOf(code!)]));
}

function colourOf(code: string): Colour {
  const long = code.length === 4 ? code.slice(1).replaceAll(/./g, '$&$&') : code.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as unknown as Colour;
}

/** What WCAG 2.2 calls the relative luminance. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: Colour, other: Colour): number {
  const [dark, bright] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (bright! + 0.05) / (dark! + 0.05);
}

/** A colour as a sheet writes it, over the ground that shows through; undefined what is no plain colour. */
function read(written: string, palette: Palette, ground: Colour): Colour | undefined {
  const named = /^var\(--wh-([a-z-]+)(?:, [^)]+)?\)$/.exec(written)?.[1];
  if (named) return palette.get(named);
  if (/^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/.test(written)) return colourOf(written);
  if (written === 'transparent') return ground;
  const mixed = /^color-mix\(in srgb, (var\([^)]+\)) (\d+)%, (transparent|var\([^)]+\))\)$/.exec(written);
  const [over, under] = [mixed?.[1], mixed?.[3]].map((part) => (part ? read(part, palette, ground) : undefined));
  if (!over || !under) return undefined;
  const share = Number(mixed![2]) / 100;
  return over.map((part, at) => part * share + under[at]! * (1 - share)) as unknown as Colour;
}

interface Rule {
  name: string;
  dark: boolean;
  colour: string | undefined;
  ground: string | undefined;
}

/** The rules of all style sheets that give words a colour or lay something under them. */
const written: Rule[] = styleSheets('src').flatMap(({ path, text }) =>
  [...text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector, body]) => {
    const valueOf = (property: string): string | undefined => new RegExp(`(?:^|;)\\s*${property}:\\s*([^;]+)`).exec(body!)?.[1]?.trim();
    const name = selector!.trim().replaceAll(/\s+/g, ' ');
    return {
      name: `${path}: ${name}`,
      dark: name.includes(`data-theme='dark'`),
      colour: valueOf('color'),
      ground: valueOf('background(?:-color)?'),
    };
  }),
);

/** Words in these stand on a surface or on paper; those for ink and brass stand on theirs, and both are said in one rule. */
const words = ['text', 'text-soft', 'primary', 'danger', 'ok', 'warn'];
const readable = 4.5;

for (const [theme, palette] of Object.entries(themes)) {
  const grounds = ['surface', 'paper'].map((name) => [name, palette.get(name)!] as const);

  test(`${theme}: words of every colour can be read on surface and paper`, () => {
    const faint = grounds.flatMap(([on, ground]) =>
      words.filter((name) => contrast(palette.get(name)!, ground) < readable).map((name) => `${name} on ${on}`),
    );
    expect(faint).toEqual([]);
  });

  test(`${theme}: where a rule says words and ground, the words can be read`, () => {
    const rules = written.filter(({ dark }) => !dark || theme === 'dark');
    const faint = rules.flatMap(({ name, colour, ground }) =>
      grounds.flatMap(([on, under]) => {
        const behind = ground === undefined ? undefined : read(ground, palette, under);
        const front = behind && colour !== undefined ? read(colour, palette, behind) : undefined;
        return front && behind && contrast(front, behind) < readable ? [`${name} on ${on}: ${contrast(front, behind).toFixed(2)}`] : [];
      }),
    );
    expect(faint).toEqual([]);
  });

  test(`${theme}: a tint leaves words readable`, () => {
    const tints = new Set(written.flatMap(({ ground }) => (ground?.startsWith('color-mix(') ? [ground] : [])));
    const faint = [...tints].flatMap((tint) =>
      grounds.flatMap(([on, under]) => {
        const ground = read(tint, palette, under);
        return ground && contrast(palette.get('text')!, ground) < readable ? [`text on ${tint} on ${on}`] : [];
      }),
    );
    expect(faint).toEqual([]);
  });
}

test('Most rules are understood: a sheet that writes its colours in another way is not passed over', () => {
  const said = written.filter(
    ({ ground }) => ground !== undefined && /var\(--wh|#/.test(ground) && !/gradient|url|currentcolor|--ant-/i.test(ground),
  );
  const unread = said.filter(({ ground }) => !read(ground!, light, light.get('surface')!));
  expect(unread.map(({ name, ground }) => `${name}: ${ground}`)).toEqual([]);
  expect(said.length).toBeGreaterThan(80);
});

test('Every colour and measure that a sheet asks for by name is there', () => {
  const defined = new Set(
    styleSheets('src').flatMap(({ text }) => [...text.matchAll(/(--wh[a-z]*-[a-z-]+)\s*:/g)].map(([, name]) => name!)),
  );
  const asked = styleSheets('src').flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--wh-[a-z-]+)/g)].flatMap(([, name]) => (defined.has(name!) ? [] : [`${path} ${name!}`])),
  );
  expect(asked).toEqual([]);
});

/** Colours that the theme of the component library gives, and what lies over a surface where a field is disabled: the ink of the theme, so much of it. */
const library = textOf('src/kit/console/theme/antd-theme.ts');
const disabled = { light: ['#000000', 0.04], dark: ['#ffffff', 0.08] } as const;

for (const theme of ['light', 'dark'] as const)
  test(`${theme}: what a disabled field says can be read on every surface`, () => {
    const block = new RegExp(`const ${theme} = \\{([^}]*)\\}`).exec(library)![1]!;
    const token = (name: string): Colour | undefined => {
      const code = new RegExp(`${name}: '(#[0-9a-f]{6})'`).exec(block)?.[1];
      return code === undefined ? undefined : colourOf(code);
    };
    const [ink, share] = disabled[theme];
    const surfaces = ['colorBgLayout', 'colorBgContainer', 'colorBgElevated'].map((name) => token(name) ?? colourOf('#ffffff'));
    const faint = ['colorTextDisabled', 'colorTextPlaceholder'].flatMap((name) =>
      surfaces
        .map((surface) => surface.map((part, at) => part * (1 - share) + colourOf(ink)[at]! * share) as unknown as Colour)
        .map((ground) => contrast(token(name)!, ground))
        .filter((found) => found < readable)
        .map((found) => `${name}: ${found.toFixed(2)}`),
    );
    expect(faint).toEqual([]);
  });
