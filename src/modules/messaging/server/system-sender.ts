import type { Sender } from './rule/send-request.ts';

/** The product itself, where it writes: recalls of the console, notices, events. */
export const systemSender: Pick<Sender, 'kind' | 'id' | 'platform' | 'deviceId' | 'via'> = {
  kind: 'system',
  id: '00000000-0000-7000-8000-000000000303',
  platform: null,
  deviceId: null,
  via: 'console',
};
