import type { Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import type { TagKind } from '../../common/words.ts';
import { platformTagIn } from './tag-sql.ts';

/** The name of a tag as people read it: the product's own tags are called by the catalogue. */
export function tagTitle({ texts }: Pick<Services, 'texts'>, { name, kind }: { name: string; kind: TagKind }, language: Language): string {
  const platform = kind === 'platform' ? platformTagIn(name) : undefined;
  return platform === undefined ? name : texts.text(language, 'public-fans', `fanTag.platform.${platform}`);
}
