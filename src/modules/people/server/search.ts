import { sql, type RawBuilder } from 'kysely';
import { literal } from '#kit/server/read-page.ts';
import { foldText, queryGrams } from '#platform/text/grams.ts';
import { foundByExtra } from './extra/extra.filter.ts';
import { forAny, inPlace, type Form } from './search.form.ts';

const wide = /[^\u0000-\u024f]/;

const startsWith = inPlace.begins;

/**
 * SQL condition on a person `alias`: found by name, pinyin, initials, account, mobile (from 3 digits, its beginning or end), e-mail or number. Every branch has an
 * index, so that a million people are searched in milliseconds.
 */
export const foundByText = (text: string, alias = 'e'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(branchesOf(text, alias, inPlace), sql` or `)})`;

/** SQL conditions on a person `e`, one for each way of foundByText, for a statement whose plan is kept. */
export const waysToFind = (text: string): RawBuilder<boolean>[] => branchesOf(text, 'e', forAny);

function branchesOf(text: string, alias: string, form: Form): RawBuilder<boolean>[] {
  const query = foldText(text);
  const branches = [nameHolds(query, alias, form)];
  const begins = (column: string, start: string): RawBuilder<boolean> => form.begins(`${alias}.${column}`, start);
  if (!wide.test(query)) {
    const joined = query.replace(/[\s']/g, '');
    branches.push(
      begins('account_key', query),
      begins('email_key', query),
      // As it was typed, and without the width of an input method: numbers are kept as they were entered.
      ...[...new Set([text.trim(), text.trim().normalize('NFKC')])].map((number) => begins('employee_no', number)),
    );
    if (/^[a-z]+$/.test(joined)) branches.push(begins('pinyin', joined), begins('initials', joined));
    const digits = query.replace(/[\s()-]/g, '');
    if (/^\+?\d{3,15}$/.test(digits)) branches.push(...mobileMatches(digits, begins));
  } else {
    branches.push(begins('account_key', query), begins('pinyin', query.replace(/\s/g, '')));
  }
  const byExtra = alias === 'e' ? foundByExtra('employee', alias, text, form) : undefined;
  if (byExtra) branches.push(byExtra);
  return branches;
}

/** SQL condition on a person `alias`: found by name, pinyin or initials alone. */
export function foundByName(text: string, alias = 'e'): RawBuilder<boolean> {
  const query = foldText(text);
  const joined = query.replace(/[\s']/g, '');
  const branches = [nameHolds(query, alias, inPlace)];
  if (/^[a-z]+$/.test(joined)) branches.push(startsWith(`${alias}.pinyin`, joined), startsWith(`${alias}.initials`, joined));
  else if (wide.test(query) && joined !== '') branches.push(startsWith(`${alias}.pinyin`, joined));
  return sql<boolean>`(${sql.join(branches, sql` or `)})`;
}

function nameHolds(query: string, alias: string, form: Form): RawBuilder<boolean> {
  const candidates = sql<boolean>`${sql.ref(`${alias}.grams`)} @> ${form.value(queryGrams(query), 'text[]')}`;
  // Two characters are exact by their gram; more are candidates whose order has to be looked at. Of kept plans one serves both.
  return form === inPlace && [...query].length <= 2
    ? candidates
    : sql<boolean>`(${candidates} and ${sql.ref(`${alias}.name_fold`)} like ${form.value(`%${literal(query)}%`, 'text')})`;
}

/** Country codes of the product's languages: a number is mostly typed without one. */
const countryCodes = ['+86', '+81', '+1'];

function mobileMatches(digits: string, begins: (column: string, start: string) => RawBuilder<boolean>): RawBuilder<boolean>[] {
  if (digits.startsWith('+')) return [begins('mobile', digits)];
  const heads = [`+${digits}`, ...countryCodes.map((code) => `${code}${digits.replace(/^0/, '')}`)];
  const tail = [...digits].toReversed().join('');
  return [...heads.map((head) => begins('mobile', head)), begins('mobile_tail', tail)];
}

/** SQL condition on a department `d`: found by name in any language, pinyin, initials or code. */
export function departmentFoundByText(text: string): RawBuilder<boolean> {
  const query = foldText(text);
  const joined = query.replace(/[\s']/g, '');
  return sql<boolean>`(d.name_fold like ${`%${literal(query)}%`} or d.pinyin like ${`${literal(joined)}%`} or d.initials like ${`${literal(joined)}%`} or lower(d.code) like ${`${literal(query)}%`})`;
}
