import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { emoticon, emoticonPackage } from '../common/emoticon.contract.ts';

/** A picture of an emoticon: WebP in base64, as it moves and standing still. */
export interface EmoticonPictureTable {
  digest: string;
  moving: string;
  still: string;
  animated: boolean;
  kept_at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    emoticon_package: CrudTable<typeof emoticonPackage, { order: 'order_no' }>;
    emoticon: CrudTable<typeof emoticon, { order: 'order_no' }>;
    emoticon_picture: EmoticonPictureTable;
  }
}
