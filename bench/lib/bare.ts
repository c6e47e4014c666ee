import { fork } from 'node:child_process';
import path from 'node:path';
import type pg from 'pg';
import { productFlags } from '../../scripts/launch/node.mjs';
import { median } from './measure.ts';

/** A peer of the product in a process of its own: Fastify and pg alone. */
export interface Bare {
  address: string;
  stop(): Promise<void>;
}

/** Starts a peer of this folder on a database. It has the product's young space: the collector would have a fifth of the time of either. */
export async function startBare(file: string, database: pg.ClientConfig): Promise<Bare> {
  const child = fork(path.join(import.meta.dirname, file), [JSON.stringify(database)], {
    execArgv: [...process.execArgv, ...productFlags],
  });
  const { address } = await new Promise<{ address: string }>((resolve, reject) => {
    child.once('message', (told) => resolve(told as { address: string }));
    child.once('exit', () => reject(new Error(`${file} did not start`)));
  });
  return {
    address,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}

/** Calls a second of product and peer. */
export interface Rates {
  ours: number;
  peer: number;
  ratio: number;
}

/** Measures calls a second in turns, who comes first changing with each round; the first round warms both up. Medians of the rounds. */
export async function ratesInTurns(
  rounds: number,
  own: (round: number) => Promise<number>,
  peer: (round: number) => Promise<number>,
): Promise<Rates> {
  const done: Rates[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const rates = { ours: 0, peer: 0 };
    for (const name of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const))
      rates[name] = await (name === 'ours' ? own(round) : peer(round));
    if (round >= 0) done.push({ ...rates, ratio: rates.ours / rates.peer });
  }
  const middle = (name: keyof Rates): number => median(done.map((one) => one[name]));
  return { ours: middle('ours'), peer: middle('peer'), ratio: middle('ratio') };
}
