import type { ServerModule } from '#kit/server/module.ts';
import { kitModule } from '#kit/server/kit-module.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { userCentreModule } from '#modules/user-centre/server/module.ts';

/** Every module of the server, the kit first: this order is also that of the migrations. */
export const modules: readonly ServerModule[] = [kitModule, systemModule, userCentreModule];
