import type { ForeignShape } from '../../common/company/words.ts';

/** What a robot is to write, in whatever shape it came. */
export interface RobotContent {
  readonly shape: ForeignShape;
  readonly kind: 'text' | 'markdown' | 'image';
  readonly text: string;
  /** Bytes of a picture. */
  readonly image?: Buffer;
  /** Who is called by name: accounts, mobile numbers, ids of people. */
  readonly accounts: readonly string[];
  readonly mobiles: readonly string[];
  readonly people: readonly string[];
  readonly all: boolean;
  /** Id or number of the group, where the robot is in several. */
  readonly group?: string;
}

/** A body that is no message of any shape that is known; the reason is shown to who sent it. */
export class UnknownShape extends Error {}

/** Text of a robot's own. */
export const plainContent = (text: string, kind: 'text' | 'markdown' = 'text'): RobotContent => ({
  shape: 'own',
  kind,
  text,
  accounts: [],
  mobiles: [],
  people: [],
  all: false,
});
