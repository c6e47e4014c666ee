/** How a cell style changes the text of a number. */
export type NumberKind = 'plain' | 'date' | 'moment' | 'time' | { readonly digits: number };

const builtIn = (id: number): NumberKind => {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58) return 'date';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56) return 'time';
  return id === 22 ? 'moment' : 'plain';
};

/** What a number format makes of a number (ECMA-376 part 1, 18.8.30); a format of zeros only pads, as for numbers with leading zeros. */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtIn(id);
  if (/^0{2,20}$/.test(code)) return { digits: code.length };
  // The first section, without quoted text, escaped characters, fillers, colours and locales; [h] is a duration.
  const bare =
    code
      .replace(/"[^"]*"|\\.|[_*]./g, '')
      .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
      .split(';')[0]
      ?.toLowerCase() ?? '';
  if (/general|[#?]/.test(bare)) return 'plain';
  const hasTime = /[hs]|am\/pm|上午|午前/.test(bare);
  // m is a month unless hours or seconds stand beside it.
  const hasDate = /[yde]|年/.test(bare) || (/m/.test(bare) && !hasTime);
  if (hasDate) return hasTime ? 'moment' : 'date';
  return hasTime ? 'time' : 'plain';
}

const pad = (value: number, size = 2): string => String(value).padStart(size, '0');

function serialText(serial: number, kind: 'date' | 'moment' | 'time', is1904: boolean): string {
  const seconds = Math.round(serial * 86_400);
  const day = Math.floor(seconds / 86_400);
  const rest = seconds - day * 86_400;
  const clock = `${pad(Math.floor(rest / 3600))}:${pad(Math.floor(rest / 60) % 60)}:${pad(rest % 60)}`;
  if (kind === 'time' && day === 0 && !is1904) return clock;
  if (kind === 'time' && day < 60) return `${pad(day * 24 + Math.floor(rest / 3600))}${clock.slice(-6)}`;
  // The 1900 system counts a 29 February that never was; before it everything is one day off.
  const days = is1904 ? day + 1462 : day < 60 ? day + 1 : day;
  const date = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000);
  const written = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  return kind === 'date' && rest === 0 ? written : `${written}T${clock}`;
}

/** The number as it was typed: no exponent, no noise after the 15 digits a spreadsheet keeps. */
function plainNumber(value: number, raw: string): string {
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(raw)) return raw;
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes('e')) return text;
  return Math.abs(value) >= 1 ? BigInt(Number(value.toPrecision(15))).toString() : Number(text).toFixed(20).replace(/0+$/, '');
}

/** The text of a stored number under its style: yyyy-mm-dd, yyyy-mm-ddThh:mm:ss, hh:mm:ss, padded or plain; as stored when it is none. */
export function numberText(raw: string, kind: NumberKind, is1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (typeof kind === 'object')
    return Number.isInteger(value) && value >= 0 ? plainNumber(value, raw).padStart(kind.digits, '0') : plainNumber(value, raw);
  // Beyond the year 9999 and below zero there is no date: the number itself is shown.
  if (kind !== 'plain' && value >= 0 && value < 2_958_466) return serialText(value, kind, is1904);
  return plainNumber(value, raw);
}
