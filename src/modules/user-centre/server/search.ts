import { sql, type RawBuilder } from 'kysely';
import { literal } from '#kit/server/read-page.ts';
import { foldText, queryGrams } from '#platform/text/grams.ts';
import { foundByExtra } from './extra/extra.filter.ts';

const wide = /[^\u0000-\u024f]/;
const startsWith = (column: string, text: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} like ${`${literal(text)}%`}`;

/**
 * SQL condition on a person `alias`: found by name, pinyin, initials, account, mobile (from 3 digits, its beginning or end), e-mail or number. Every branch has an
 * index, so that a million people are searched in milliseconds.
 */
export function foundByText(text: string, alias = 'e'): RawBuilder<boolean> {
  const query = foldText(text);
  const branches = [nameHolds(query, alias)];
  if (!wide.test(query)) {
    const joined = query.replace(/[\s']/g, '');
    branches.push(
      startsWith(`${alias}.account_key`, query),
      startsWith(`${alias}.email_key`, query),
      // As it was typed, and without the width of an input method: numbers are kept as they were entered.
      ...[...new Set([text.trim(), text.trim().normalize('NFKC')])].map((number) => startsWith(`${alias}.employee_no`, number)),
    );
    if (/^[a-z]+$/.test(joined)) branches.push(startsWith(`${alias}.pinyin`, joined), startsWith(`${alias}.initials`, joined));
    const digits = query.replace(/[\s()-]/g, '');
    if (/^\+?\d{3,15}$/.test(digits)) branches.push(...mobileMatches(digits, alias));
  } else {
    branches.push(startsWith(`${alias}.account_key`, query), startsWith(`${alias}.pinyin`, query.replace(/\s/g, '')));
  }
  const byExtra = alias === 'e' ? foundByExtra('employee', alias, text) : undefined;
  if (byExtra) branches.push(byExtra);
  return sql<boolean>`(${sql.join(branches, sql` or `)})`;
}

/** SQL condition on a person `alias`: found by name, pinyin or initials alone. */
export function foundByName(text: string, alias = 'e'): RawBuilder<boolean> {
  const query = foldText(text);
  const joined = query.replace(/[\s']/g, '');
  const branches = [nameHolds(query, alias)];
  if (/^[a-z]+$/.test(joined)) branches.push(startsWith(`${alias}.pinyin`, joined), startsWith(`${alias}.initials`, joined));
  else if (wide.test(query) && joined !== '') branches.push(startsWith(`${alias}.pinyin`, joined));
  return sql<boolean>`(${sql.join(branches, sql` or `)})`;
}

function nameHolds(query: string, alias: string): RawBuilder<boolean> {
  const grams = queryGrams(query);
  const candidates = sql<boolean>`${sql.ref(`${alias}.grams`)} @> ${grams}::text[]`;
  // Two characters are exact by their gram; more are candidates whose order has to be looked at.
  return [...query].length <= 2
    ? candidates
    : sql<boolean>`(${candidates} and ${sql.ref(`${alias}.name_fold`)} like ${`%${literal(query)}%`})`;
}

/** Country codes of the product's languages: a number is mostly typed without one. */
const countryCodes = ['+86', '+81', '+1'];

function mobileMatches(digits: string, alias: string): RawBuilder<boolean>[] {
  const column = `${alias}.mobile`;
  if (digits.startsWith('+')) return [startsWith(column, digits)];
  const heads = [`+${digits}`, ...countryCodes.map((code) => `${code}${digits.replace(/^0/, '')}`)];
  const tail = [...digits].toReversed().join('');
  return [...heads.map((head) => startsWith(column, head)), startsWith(`${alias}.mobile_tail`, tail)];
}

/** SQL condition on a department `d`: found by name in any language, pinyin, initials or code. */
export function departmentFoundByText(text: string): RawBuilder<boolean> {
  const query = foldText(text);
  const joined = query.replace(/[\s']/g, '');
  return sql<boolean>`(d.name_fold like ${`%${literal(query)}%`} or d.pinyin like ${`${literal(joined)}%`} or d.initials like ${`${literal(joined)}%`} or lower(d.code) like ${`${literal(query)}%`})`;
}
