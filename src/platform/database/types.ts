import pg from 'pg';

const DATE = 1082;
const INT8 = 20;
const INT8_ARRAY = 1016;

function toNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database's whole number ${text} is too large for a number.`);
  return value;
}

function toNumbers(text: string): (number | null)[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((item) => (item === 'NULL' ? null : toNumber(item)));
}

/** How values become JavaScript: int8 a number (RangeError beyond 2^53), date a string YYYY-MM-DD, the rest as pg does it. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(id, format) {
    if (format !== 'binary') {
      if (id === INT8) return toNumber;
      if (Number(id) === INT8_ARRAY) return toNumbers;
      if (id === DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(id, format);
  },
};
