import { AppError } from './errors.ts';

/**
 * A call that may have been carried out, or not: no valid answer came. It isn't retryable, as a second call could send a second parcel;
 * the same call with its deduplication id is carried out once.
 */
export class UnknownOutcomeError extends AppError {
  /** undefined if the platform knows no such id for this call: ask it about the request id, or look whether the thing is there. */
  readonly deduplicationId: string | undefined;

  /** @param cause why there is no answer */
  constructor(cause: AppError, deduplicationId?: string) {
    super(cause.code, `It isn't known whether the platform carried it out: ${cause.message}`, {
      ...cause,
      cause,
    });
    this.deduplicationId = deduplicationId;
  }

  override get retryable(): boolean {
    return false;
  }
}
