declare global {
  namespace App {
    /** What the error page shows. */
    interface Error {
      message: string;
      /** What the visitor can do about it. */
      nextStep?: string;
      requestId?: string | null;
    }
  }
}

export {};
