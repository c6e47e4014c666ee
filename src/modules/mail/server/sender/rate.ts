/** How many mails may begin now. */
export interface Rate {
  /** At most `requested`, and no more than fit into the rate. */
  take(requested: number, perMinute: number): number;
  giveBack(unused: number): void;
}

const minuteMillis = 60_000;

/** Mails by the minute, evenly: a tenth of them may begin at once after a rest. */
export function openRate(now: () => number = () => performance.now()): Rate {
  let left = Infinity;
  let at = now();
  return {
    take: (requested, perMinute) => {
      const moment = now();
      left = Math.min(Math.max(1, perMinute / 10), left + ((moment - at) * perMinute) / minuteMillis);
      at = moment;
      const taken = Math.max(0, Math.min(requested, Math.floor(left)));
      left -= taken;
      return taken;
    },
    giveBack: (unused) => {
      left += Math.max(0, unused);
    },
  };
}
