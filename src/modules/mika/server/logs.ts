import { said } from '#kit/server/audit/words.ts';
import { mostKeepDays, type LogKind } from '#kit/server/log-kind.ts';

/** Turns of sessions with mika. What people wrote is erased after the days of mika's settings; these are the facts. */
export const mikaLogs: readonly LogKind[] = [
  {
    code: 'mikaTurn',
    name: said('mika 对话记录', 'Turns of mika', 'mika の対話記録'),
    table: 'mika_turn',
    time: 'at',
    monthly: false,
    floorDays: 30,
    defaultDays: 400,
    maxDays: mostKeepDays,
    // What is sealed stays in the product.
    columns: [
      'id',
      'session_id',
      'n',
      'at',
      'employee_id',
      'answer_kind',
      'state',
      'step',
      'scene_id',
      'score',
      'call_ms',
      'call_class',
      'wrong',
    ],
    holds: { people: ['employee_id', 'by_id'], objects: ['session_id', 'scene_id'], addresses: [] },
  },
];
