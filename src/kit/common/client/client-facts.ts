/** How far a session of a terminal has come: every stage but the last opens only what leads on. */
export const sessionStages = ['factor', 'password', 'enrol', 'pending', 'full'] as const;
/** How far a session of a terminal has come. */
export type SessionStage = (typeof sessionStages)[number];

/** How often a terminal may call: so many at once, then so many a minute, counted by device and class. */
export const rateClasses = {
  signIn: { burst: 10, perMinute: 5 },
  read: { burst: 60, perMinute: 120 },
  sync: { burst: 30, perMinute: 60 },
  write: { burst: 30, perMinute: 60 },
  bulk: { burst: 5, perMinute: 12 },
  file: { burst: 10, perMinute: 30 },
} as const;
/** Class by which a call is counted. */
export type RateClass = keyof typeof rateClasses;

/** Facts of the terminal that every call carries. */
export const terminalHeaders = ['clientApi', 'appKey', 'platform', 'buildNo', 'installId'] as const;

/** The version of the calls of terminals; it counts breaking changes only. */
export const clientApi = { least: 1, most: 1 } as const;
