import { WORDS } from '#languages/compiled/parcel-words.js';
import type { PublicParcel } from '#contract/public-parcel.ts';
import type { ApiContext, Services } from '../context.ts';
import { refuse } from '../http/refusal.ts';
import { answerText, readRequestedParcel } from './answer-parcels.ts';
import { writeCalendar } from './write-calendar.ts';

/**
 * `GET /api/parcels/{number}/calendar.ics`: an entry of a calendar for the days in which a parcel can be
 * collected. Its file goes through calendars of other companies, so it says nothing about the recipient, and
 * has no number.
 */
export async function answerCalendar(c: ApiContext, services: Services): Promise<Response> {
  const { parcel: read, locale } = await readRequestedParcel(c, services);
  const parcel = JSON.parse(read.json) as PublicParcel;
  const { collectUntil, since, destination, checkedAt } = parcel;
  const summary = destination?.summary ?? null;
  if (collectUntil === undefined || since === null || summary === null || checkedAt === null)
    throw refuse(404, 'no_deadline', 'It isn’t known until when this parcel can be collected.');
  const { calendar_title: title, next_collect: description } = WORDS[locale?.language ?? 'en'];
  const { id, lines, latitude, longitude } = summary;
  const text = await writeCalendar({
    id: parcel.number,
    host: new URL(services.settings.appOrigin).hostname,
    title,
    description,
    place: lines.length > 0 ? lines.join(', ') : id,
    position: { latitude, longitude },
    begins: new Date(since),
    ends: new Date(collectUntil),
    writtenAt: new Date(checkedAt),
  });
  // An attachment would be a download first on phones that open calendar files.
  c.header('content-disposition', 'inline; filename="parcel.ics"');
  return answerText(c, services, [read], 'text/calendar; charset=utf-8', text);
}
