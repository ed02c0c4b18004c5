import { AppError } from './errors.ts';

/**
 * No valid answer came, so the call may or may not have been carried out. It isn't retryable, because a
 * second call could send a second parcel. Repeating the same call with its deduplication id is safe: it is
 * carried out once.
 */
export class UnknownOutcomeError extends AppError {
  /**
   * undefined if this call has no such id: ask the carrier about the request id, or check whether the
   * result exists.
   */
  readonly deduplicationId: string | undefined;

  /** @param cause why there is no answer */
  constructor(cause: AppError, deduplicationId?: string) {
    super(cause.code, `It isn't known whether the platform carried this out: ${cause.message}`, {
      ...cause,
      cause,
    });
    this.deduplicationId = deduplicationId;
  }

  override get retryable(): boolean {
    return false;
  }
}
