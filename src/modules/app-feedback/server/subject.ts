/** Characters by which a conversation is named. */
const longest = 60;

/** The first line of a text, cut short at a whole character: by it the conversation is named in lists and in the audit. */
export function subjectOf(text: string): string {
  const [line = ''] = text.trim().split(/\r?\n/);
  const signs = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : line;
}
