import type { AppError } from '#platform/errors.ts';
import { m } from './messages.ts';

/** Why a return can't be told or created. */
export interface SaidFailure {
  sentence: string;
  /** What to do next. */
  next: string;
  /** Whether the same request may succeed later. */
  mayRetry: boolean;
}

/** Answers after which the link is of no use any more. */
const FINAL: Readonly<Record<number, () => SaidFailure>> = {
  403: () => sayFinal(m.return_fail_invalid(), m.return_next_invalid()),
  409: () => sayFinal(m.return_fail_unknown(), m.return_next_unknown()),
  410: () => sayFinal(m.return_fail_expired(), m.return_next_expired()),
};

export const isFinal = ({ status }: Pick<AppError, 'status'>) => status !== undefined && status in FINAL;

export function sayReturnFailure({ code, status }: Pick<AppError, 'code' | 'status'>): SaidFailure {
  const final = FINAL[status ?? 0];
  if (final !== undefined) return final();
  switch (code) {
    case 'network':
      return sayPassing(m.return_fail_offline(), m.return_next_offline());
    case 'rate_limited':
      return sayPassing(m.return_fail_busy(), m.return_next_busy());
    case 'scope_missing':
      return sayFinal(m.return_fail_not_granted(), m.return_next_not_granted());
    case 'rejected':
      return sayFinal(m.return_fail_refused(), m.return_next_refused());
    default:
      return sayPassing(m.return_fail_outage(), m.return_next_outage());
  }
}

const sayFinal = (sentence: string, next: string): SaidFailure => ({ sentence, next, mayRetry: false });
const sayPassing = (sentence: string, next: string): SaidFailure => ({ sentence, next, mayRetry: true });
