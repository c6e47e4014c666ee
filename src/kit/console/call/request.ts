import { fillPath, queryOf } from '#kit/common/address.ts';
import type { Endpoint } from '#kit/common/contract.ts';

/** What of an operation the client needs at run time; a contract is one, and so is a light copy of it without schemas. */
export type WireOperation = Pick<Endpoint, 'method' | 'path' | 'face' | 'encoding' | 'dedupe' | 'timeout' | 'access'>;

/** A request before headers are added. */
export interface WireRequest {
  method: string;
  /** Path and query below the origin. */
  url: string;
  /** Path without its query: what counts as the same address. */
  address: string;
  body: string | FormData | undefined;
  contentType: string | undefined;
}

/**
 * Makes the request of a call: placeholders filled, or the restful value appended; values into the query (repeated keys for arrays) for
 * GET and DELETE, into the body else.
 */
export function requestOf(operation: WireOperation, input: unknown, restful?: string | number): WireRequest {
  const { path, rest } = fillPath(operation.path, valuesOf(input));
  const address = `/${operation.face ?? 'api'}/${path}${restful === undefined ? '' : `/${encodeURIComponent(String(restful))}`}`;
  const base = { method: operation.method, address };
  if (operation.method !== 'POST') return { ...base, url: address + queryOf(rest), body: undefined, contentType: undefined };
  if (operation.encoding === 'multipart') return { ...base, url: address, body: formDataOf(rest), contentType: undefined };
  if (operation.encoding === 'form')
    return { ...base, url: address, body: queryOf(rest).slice(1), contentType: 'application/x-www-form-urlencoded' };
  return { ...base, url: address, body: JSON.stringify(rest), contentType: 'application/json' };
}

function valuesOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}

function formDataOf(values: Record<string, unknown>): FormData {
  const form = new FormData();
  // Fields before files: the server reads the stream once and wants to know what a file is for before it arrives.
  const entries = Object.entries(values).toSorted(([, a], [, b]) => Number(a instanceof Blob) - Number(b instanceof Blob));
  for (const [name, value] of entries) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      if (item instanceof File) form.append(name, item, item.name);
      else if (item instanceof Blob) form.append(name, item);
      else form.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
    }
  }
  return form;
}
