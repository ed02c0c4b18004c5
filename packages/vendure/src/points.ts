import { Points as SharedPoints } from '@droppoint/platform/order';
import { createDroppoint } from '@droppoint/platform/shop';
import { Inject, Injectable } from '@nestjs/common';
import { Logger } from '@vendure/core';
import { SETTINGS, type Settings } from './options.ts';

/** Checks points with the Droppoint of the settings. */
@Injectable()
export class Points extends SharedPoints {
  constructor(@Inject(SETTINGS) { origin }: Settings) {
    super(createDroppoint(origin), (problem) => Logger.error(problem, 'Droppoint'));
  }
}
