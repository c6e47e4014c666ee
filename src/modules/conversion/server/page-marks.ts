import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { perProduct } from '#kit/server/per-product.ts';

/** Draws into a page (PNG) who looks at it; `ref` stands in the mark. */
export type PageMark = (call: ClientCall, page: { readonly bytes: Buffer; readonly ref: string }) => Promise<Buffer>;

/** What marks the pages of a running product as they leave; the area of the file rules gives it. */
export const pageMarksOf = perProduct((): { draw: PageMark | undefined } => ({ draw: undefined }));
