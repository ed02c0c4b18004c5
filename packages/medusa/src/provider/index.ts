import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { DroppointProvider } from './service.ts';

export default ModuleProvider(Modules.FULFILLMENT, { services: [DroppointProvider] });
