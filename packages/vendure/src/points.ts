import { Points } from '@droppoint/platform/order';
import { createDroppoint } from '@droppoint/platform/shop';
import { Inject, Injectable } from '@nestjs/common';
import { Logger } from '@vendure/core';
import { SETTINGS_TOKEN, type VendureSettings } from './options.ts';

/** Checks points with the Droppoint of the settings. */
@Injectable()
export class VendurePoints extends Points {
  constructor(@Inject(SETTINGS_TOKEN) { origin }: VendureSettings) {
    super(createDroppoint(origin), (problem) => Logger.error(problem, 'Droppoint'));
  }
}
