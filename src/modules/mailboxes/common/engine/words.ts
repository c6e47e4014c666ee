/** Steps of a look at a mail server, in their order; `send` is the way out: reached and signed in, nothing is sent. */
export const probeSteps = ['dns', 'connect', 'tls', 'greeting', 'signIn', 'list', 'quota', 'send'] as const;
/** A step of a look at a mail server. */
export type ProbeStepName = (typeof probeSteps)[number];
/** Classes of failure of a mail server: `certificate` is not trusted or that of another name, `full` the mailbox, `missing` a folder or a mail. */
export const mailFaults = [
  'denied',
  'dns',
  'refused',
  'timeout',
  'tls',
  'certificate',
  'signIn',
  'protocol',
  'tooLarge',
  'busy',
  'breaker',
  'cancelled',
  'full',
  'missing',
  'sender',
  'recipient',
  'refusedBySystem',
] as const;
/** A class of failure of a mail server. */
export type MailFaultClass = (typeof mailFaults)[number];
