import type { Db } from '#kit/server/directory.ts';

/** What the settings of a company say of its robots. */
export interface RobotLimits {
  /** A new robot waits until somebody agrees. */
  readonly approveNew: boolean;
  /** Reading every message waits until somebody agrees. */
  readonly approveReadAll: boolean;
  readonly maxPerPerson: number;
  readonly maxPerGroup: number;
  /** Messages a minute and group, whatever a robot itself allows. */
  readonly rate: number;
  /** Hosts that are told of events; none: every host that the product may reach. */
  readonly hosts: readonly string[];
  /** Terminals mark messages of robots. */
  readonly label: boolean;
}

const usual: RobotLimits = { approveNew: false, approveReadAll: true, maxPerPerson: 5, maxPerGroup: 5, rate: 20, hosts: [], label: true };

/** The settings that hold for robots of a company. */
export async function robotLimits(_db: Db, _companyDeptId: string): Promise<RobotLimits> {
  return usual;
}
