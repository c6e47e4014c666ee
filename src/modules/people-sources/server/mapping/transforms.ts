import type { Transform } from '../../common/source-parts.ts';
import type { Json } from '#kit/server/change/kind.ts';

/** A value that a transform can't make anything of: key of a text `sourceRun.reason.<key>`, with what fills it. */
export class TransformError extends Error {
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;
  constructor(key: string, value: unknown, params: Readonly<Record<string, unknown>> = {}) {
    super(key);
    this.key = key;
    this.params = { value: String(value).slice(0, 60), ...params };
  }
}

/** What the transforms need of libraries: loaded with the first mapping that uses them. */
export interface TransformTools {
  /** The first group of the first match, else the whole match, else undefined. In linear time. */
  matcher?(pattern: string): (text: string) => string | undefined;
  /** A telephone number of a region in E.164 form, undefined when it is none. */
  phone?(text: string, region: string): string | undefined;
}

/** One step: undefined is "not delivered", null is "empty". */
export type Step = (value: Json | undefined) => Json | undefined;

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const textOf = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Does it to every element of a list; what is empty or not delivered stays so. */
const each =
  (work: (value: Json) => Json): Step =>
  (value) => {
    if (isEmpty(value)) return value;
    return Array.isArray(value) ? value.map((item) => (isEmpty(item) ? item : work(item))) : work(value!);
  };
const eachText = (work: (text: string) => Json): Step => each((value) => work(textOf(value)));
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : isEmpty(value) ? [] : [value!]);

const simple: Readonly<Record<'trim' | 'lower' | 'upper' | 'first' | 'last' | 'number' | 'adTime' | 'photo', Step>> = {
  trim: eachText((text) => text.trim()),
  lower: eachText((text) => text.toLowerCase()),
  upper: eachText((text) => text.toUpperCase()),
  first: (value) => (Array.isArray(value) ? (value.find((item) => !isEmpty(item)) ?? null) : value),
  last: (value) => (Array.isArray(value) ? (value.findLast((item) => !isEmpty(item)) ?? null) : value),
  number: each(numberOf),
  adTime: each(adTimeOf),
  // Pictures are kept as their digest: where they go is not built yet.
  photo: (value) => value,
};

function numberOf(value: Json): Json {
  const number =
    typeof value === 'number'
      ? value
      : Number(
          textOf(value)
            .trim()
            .replaceAll(/[\s,_](?=\d)/g, ''),
        );
  if (!Number.isFinite(number)) throw new TransformError('number', value);
  return number;
}

const never = 9_223_372_036_854_775_807n;
const epochTicks = 116_444_736_000_000_000n;

/** 100 nanoseconds since 1601, as Active Directory counts; 0 and the largest number mean "never". Answers epoch milliseconds. */
function adTimeOf(value: Json): Json {
  const text = textOf(value).trim();
  if (!/^\d{1,19}$/.test(text)) throw new TransformError('time', value);
  const ticks = BigInt(text);
  if (ticks === 0n || ticks >= never) return null;
  return Number((ticks - epochTicks) / 10_000n);
}

/** `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss` at their places; what follows the last one is not looked at. Answers the day. */
function dateOf(format: string): (text: string) => Json {
  const names: string[] = [];
  const parts = format.split(/(yyyy|MM|dd|HH|mm|ss|M|d)/).map((part) => {
    if (!/^(yyyy|MM|dd|HH|mm|ss|M|d)$/.test(part)) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    names.push(part[0]!);
    return part === 'yyyy' ? String.raw`(\d{4})` : part.length === 1 ? String.raw`(\d{1,2})` : String.raw`(\d{2})`;
  });
  const shape = new RegExp(`^${parts.join('')}`);
  return (text) => {
    const found = shape.exec(text.trim().normalize('NFKC'));
    const at = (name: string): string => (found && names.includes(name) ? found[names.indexOf(name) + 1]! : '');
    const day = `${at('y')}-${at('M').padStart(2, '0')}-${at('d').padStart(2, '0')}`;
    const moment = new Date(`${day}T00:00:00Z`);
    if (!found || Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day)
      throw new TransformError('date', text, { format });
    return day;
  };
}

/** The `index`-th value of an attribute of a distinguished name, its escapes undone. */
function dnOf(part: string, index: number): (text: string) => Json {
  return (text) => {
    const found = text
      .split(/(?<!\\)[,+]/)
      .map((one) => /^\s*([^=]+?)\s*=(.*)$/s.exec(one))
      .filter((one) => one?.[1]?.toLowerCase() === part.toLowerCase());
    return found[index] ? unescaped(found[index][2]!.trim()) : null;
  };
}

function unescaped(text: string): string {
  const bytes = text.replaceAll(/(?:\\[0-9A-Fa-f]{2})+/g, (run) => Buffer.from(run.replaceAll('\\', ''), 'hex').toString('utf8'));
  return bytes.replaceAll(/\\(.)/g, '$1');
}

/** Makes the step of a transform; libraries that it needs come with `tools`. */
export function stepOf(transform: Transform, tools: TransformTools): Step {
  switch (transform.do) {
    case 'replace':
      return eachText((text) => text.replaceAll(transform.from, transform.to));
    case 'split':
      return (value) =>
        value === undefined
          ? value
          : listOf(value).flatMap((item) =>
              textOf(item)
                .split(transform.by)
                .map((one) => one.trim())
                .filter((one) => one !== ''),
            );
    case 'join':
      return (value) =>
        Array.isArray(value)
          ? value
              .filter((item) => !isEmpty(item))
              .map(textOf)
              .join(transform.by)
          : value;
    case 'map':
      return eachText((text) => {
        if (Object.hasOwn(transform.values, text)) return transform.values[text]!;
        return transform.other ?? text;
      });
    case 'bool': {
      const truths = new Set(transform.truths.map((one) => one.toLowerCase()));
      return each((value) => truths.has(textOf(value).trim().toLowerCase()));
    }
    case 'date':
      return eachText(dateOf(transform.format));
    case 'bit':
      return each((value) => (Math.floor(Math.abs(Number(numberOf(value))) / 2 ** transform.n) & 1) === 1);
    case 'dn':
      return eachText(dnOf(transform.part, transform.index));
    case 'phone':
      return eachText((text) => {
        const found = tools.phone?.(text, transform.region);
        if (found === undefined) throw new TransformError('phone', text);
        return found;
      });
    case 'regex': {
      const match = tools.matcher?.(transform.pattern);
      return eachText((text) => match?.(text) ?? null);
    }
    default:
      return simple[transform.do];
  }
}
