import { Directive, ElementRef, forwardRef, inject } from '@angular/core';
import { NG_VALIDATORS, NG_VALUE_ACCESSOR, type ControlValueAccessor, type Validator } from '@angular/forms';
import 'droppoint-picker';
import type { DroppointPicker } from 'droppoint-picker';

const provideAs = (token: object) => ({
  provide: token,
  useExisting: forwardRef(() => PickupPointControl),
  multi: true,
});

/**
 * Makes `<droppoint-picker>` a control of Angular's forms. Its value is the point's id, and it is valid if
 * the element is.
 */
@Directive({
  selector: 'droppoint-picker[ngModel], droppoint-picker[formControl], droppoint-picker[formControlName]',
  providers: [provideAs(NG_VALUE_ACCESSOR), provideAs(NG_VALIDATORS)],
  host: {
    // The fallback control inside fires this event too.
    '(input)': 'reportValue(picker.value)',
    '(focusout)': 'reportTouched()',
    '(droppoint-close)': 'reportTouched()',
    '(droppoint-invalid-selection)': 'checkSoon()',
  },
})
export class PickupPointControl implements ControlValueAccessor, Validator {
  readonly picker = inject<ElementRef<DroppointPicker>>(ElementRef).nativeElement;
  reportValue: (id: string) => void = () => {};
  reportTouched = () => {};
  private check = () => {};

  writeValue(id: string | null): void {
    this.picker.value = id;
  }
  registerOnChange(reportValue: (id: string) => void): void {
    this.reportValue = reportValue;
  }
  registerOnTouched(reportTouched: () => void): void {
    this.reportTouched = reportTouched;
  }
  setDisabledState(isDisabled: boolean): void {
    this.picker.disabled = isDisabled;
  }

  validate() {
    // On a server, without a browser, the element has no validity.
    return this.picker.validity?.valid === false ? { pickupPoint: this.picker.validationMessage } : null;
  }
  registerOnValidatorChange(check: () => void): void {
    this.check = check;
  }
  /** The element becomes invalid only after its event. */
  checkSoon(): void {
    queueMicrotask(() => this.check());
  }
}
