export { wordsOf, type WrittenText } from './book/open-words.ts';
export { simplifiedOf } from './words/simplified.ts';
