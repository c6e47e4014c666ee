/** A title as it stands inside an English sentence: without its capital, unless it is an abbreviation. */
export const withinSentence = (title: string): string =>
  /^[A-Z][A-Z]/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);

/** The plural of an English noun: rooms, categories, switches. */
export const pluralOf = (noun: string): string =>
  /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, 'ies') : /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;

/** An English noun with its article: a room, an advert. */
export const articleOf = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
