import type { ColumnType, Generated } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { Language } from '#kit/common/language.ts';
import type { article } from '../common/article.contract.ts';
import type { VersionContent } from '../common/article.contract.ts';
import type { BodyNode } from '../common/body.ts';
import type { imageMessage, imageText } from '../common/composed.contract.ts';
import type { material, materialGroup } from '../common/material.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    material_group: CrudTable<typeof materialGroup, { order: 'position' }>;
    material: CrudTable<typeof material>;
    article: CrudTable<typeof article>;
    image_text: CrudTable<typeof imageText>;
    image_message: CrudTable<typeof imageMessage>;
    content_file: {
      id: string;
      sno_id: string;
      type: string;
      hash: string;
      size: number;
      width: number | null;
      height: number | null;
      seconds: number | null;
      at: number;
    };
    article_draft: {
      article_id: string;
      language: Language;
      revision: number;
      title: string;
      digest: string;
      body: ColumnType<BodyNode, string, string>;
      body_text: string;
      materials: string[];
      at: number;
      by_id: string | null;
      by_name: string;
    };
    article_version: {
      id: string;
      article_id: string;
      n: number;
      sno_id: string;
      content: ColumnType<VersionContent, string, string>;
      author: string | null;
      source_link: string | null;
      cover_id: string | null;
      materials: string[];
      files: string[];
      note: string;
      correction: boolean;
      sha256: string;
      at: number;
      by_id: string | null;
      by_name: string;
      frozen: Generated<boolean>;
    };
    article_lock: { article_id: string; language: Language; block: number; by_id: string; by_name: string; until: number };
  }
}
