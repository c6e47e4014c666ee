import { useRef } from 'react';
import { takesKey, type Endpoint } from '#kit/common/contract.ts';
import { CallError } from './call-error.ts';

/** The key under which a request is sent (`Idempotency-Key`). */
export interface RequestKey {
  /** The key of this input: the same again while nobody knows whether it was done; nothing for calls that take none. */
  of(input: unknown): { idempotencyKey?: string };
  /** The request was answered, or (with its error) perhaps not: only then the same input keeps its key. */
  ended(error?: unknown): void;
}

/** 128 bits; randomUUID is there over https alone. */
const newKey = (): string => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

/** Idempotency key of a form: saving again because no answer came repeats the same request instead of making a second one. */
export function useRequestKey(endpoint: Endpoint): RequestKey {
  const last = useRef<{ request: string; key: string }>(undefined);
  return {
    of: (input) => {
      if (!takesKey(endpoint)) return {};
      const request = JSON.stringify(input) ?? '';
      if (last.current?.request !== request) last.current = { request, key: newKey() };
      return { idempotencyKey: last.current.key };
    },
    ended: (error) => {
      const isUnsure = error instanceof CallError && error.status !== 'refused';
      if (!isUnsure) last.current = undefined;
    },
  };
}
