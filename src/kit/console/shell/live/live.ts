import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { code } from '#kit/common/codes.ts';
import { toLogin } from '../../boot/mode.ts';
import { liveGet } from '../../boot/session-wire.ts';
import { loadGrants } from '../../boot/session.ts';
import { callRaw } from '../../call/call.ts';
import { CallError, fieldOf } from '../../call/call-error.ts';
import { store } from '../../store/store.ts';
import { backoff, eventReader, type LiveEvent } from './live-stream.ts';
import { queryClient } from '../query-client.ts';

type Listener = (data: unknown) => void;

const listeners = new Map<string, Set<Listener>>();
const connection = createStore<{ connected: boolean; lost: boolean }>(() => ({ connected: false, lost: false }));

/** Whether news arrive; `lost` once a connection that stood has broken. */
export const useLiveConnection = (): { connected: boolean; lost: boolean } => useStore(connection);

/** Calls back with the news of a topic; answers how to stop. */
export function onLive(topic: string, listener: Listener): () => void {
  const own = listeners.get(topic) ?? new Set();
  listeners.set(topic, own.add(listener));
  return () => own.delete(listener);
}

/** Calls back with the news of a topic while the component is on screen. */
export function useLive(topic: string, listener: Listener): void {
  const heard = useEffectEvent(listener);
  useEffect(() => onLive(topic, (data) => heard(data)), [topic]);
}

/** Keeps the stream of news open until told to stop: reconnects with growing pauses, and reads everything again after a gap. */
export function connectLive(): () => void {
  const stop = new AbortController();
  void run(stop.signal);
  return () => {
    stop.abort();
    connection.setState({ connected: false, lost: false });
  };
}

async function run(signal: AbortSignal): Promise<void> {
  let attempt = 0;
  while (!signal.aborted) {
    try {
      await listen(signal, () => (attempt = 0));
    } catch (error) {
      // The end of this session has already led to login; what else was refused is refused again next time.
      if (error instanceof CallError && error.endsSession && error.token === store.get('accessToken')) return;
    }
    if (signal.aborted) return;
    connection.setState({ connected: false, lost: true });
    await pause(backoff(attempt, Math.random()), signal);
    attempt += 1;
  }
}

async function listen(signal: AbortSignal, onReady: () => void): Promise<void> {
  const again = connection.getState().lost;
  const token = store.get('accessToken');
  const response = await callRaw(liveGet, {}, { silent: true, signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  const read = eventReader((event) => {
    if (event.topic === 'ready') {
      onReady();
      connection.setState({ connected: true, lost: false });
      if (again) void queryClient.invalidateQueries();
    }
    // The end of the session before this one, told late, ends nothing.
    if (event.topic !== 'session' || token === store.get('accessToken')) hear(event);
  });
  for (let part = await reader.read(); !part.done; part = await reader.read()) read(part.value);
}

function hear({ topic, data }: LiveEvent): void {
  if (topic === 'gap') void queryClient.invalidateQueries();
  if (topic === 'session') toLogin(Number(fieldOf(data, 'code') ?? code.sessionEnded));
  if (topic === 'grants') void loadGrants().catch(() => undefined);
  for (const listener of listeners.get(topic) ?? []) listener(data);
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    // A browser that comes back online does not wait for the pause to end.
    const now = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', now, { once: true });
    window.addEventListener('online', now, { once: true });
  });
}
