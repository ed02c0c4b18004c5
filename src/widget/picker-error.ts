/** What the element's promises are rejected with, and what `droppoint-error` tells. */
export interface PickerError extends Error {
  /** `timeout`, `unsupported_version`, `disabled`, `destroyed`, or a code of the frame's. */
  code: string;
  /** Whether the same may succeed if it is tried again. */
  retryable: boolean;
}

export function pickerError(code: string, retryable = false, message = code): PickerError {
  return Object.assign(new Error(message), { code, retryable });
}
