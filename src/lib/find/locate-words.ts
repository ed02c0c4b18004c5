import { allMessages as m } from '../i18n/messages.ts';
import type { LocateProblem } from './locate.ts';

/** Says why there is no position, and what to do instead. */
export function explainLocateProblem(problem: LocateProblem): string {
  switch (problem) {
    case 'refused':
      return m.find_position_refused();
    case 'blocked':
      return m.find_position_blocked();
    case 'unavailable':
      return m.find_position_unavailable();
    case 'timeout':
      return m.find_position_timeout();
    case 'insecure':
      return m.find_position_insecure();
    case 'unsupported':
      return m.find_position_unsupported();
  }
}
