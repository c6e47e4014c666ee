import type { ServerModule } from '#kit/server/module.ts';
import { crowdsModule } from '#modules/crowds/server/module.ts';
import { peopleModule } from '#modules/people/server/module.ts';
import { peopleSourcesModule } from '../module.ts';

/** People with their sources and groups: what one data folder has together. */
export const peopleModules: readonly ServerModule[] = [peopleModule, peopleSourcesModule, crowdsModule];
