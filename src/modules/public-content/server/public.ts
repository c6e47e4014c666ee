export { type StoredFile } from './material/content-files.ts';
export {
  assertContent,
  contentNames,
  freezeContent,
  shownContent,
  type FrozenContent,
  type FrozenPart,
  type ShownContent,
  type ShownPart,
} from './frozen.ts';
export { usesOfContent, type ContentUse, type UsesOfContent } from './uses.ts';
