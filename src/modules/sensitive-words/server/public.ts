export { wordsOf, type WrittenText } from './book/open-words.ts';
