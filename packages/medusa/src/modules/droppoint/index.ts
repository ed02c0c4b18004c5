import { Module } from '@medusajs/framework/utils';
import { DroppointService } from './service.ts';

export default Module('droppoint', { service: DroppointService });
