/** The form in which texts are searched: NFKC, lower case, katakana as hiragana, white space made single. Apply it to the query too. */
export function foldText(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFKC');
  return plain
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Every single character and every pair of neighbours within a word, each once: what the GIN index over a name holds. */
export function grams(text: string): string[] {
  const found = new Set<string>();
  for (const word of foldText(text).split(' ')) {
    let before = '';
    for (const character of word) {
      found.add(character);
      if (before !== '') found.add(before + character);
      before = character;
    }
  }
  return [...found];
}

/**
 * The grams a name must hold to contain the query (`grams @> these`): pairs where a word has two characters or more, because singles
 * are common and slow. A match is a candidate: compare with `like` over the folded name for three characters and more.
 */
export function queryGrams(query: string): string[] {
  const found = new Set<string>();
  for (const word of foldText(query).split(' ')) {
    const characters = [...word];
    if (characters.length === 1) found.add(word);
    for (let at = 1; at < characters.length; at += 1) found.add(`${characters[at - 1]}${characters[at]}`);
  }
  return [...found];
}
