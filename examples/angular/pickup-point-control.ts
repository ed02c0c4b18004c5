import { Directive, ElementRef, forwardRef, inject } from '@angular/core';
import { NG_VALIDATORS, NG_VALUE_ACCESSOR, type ControlValueAccessor, type Validator } from '@angular/forms';
import 'droppoint-picker';
import type { DroppointPicker } from 'droppoint-picker';

const provideAs = (token: object) => ({
  provide: token,
  useExisting: forwardRef(() => PickupPointControl),
  multi: true,
});

/** Makes `<droppoint-picker>` a control of Angular's forms: its value is the point's id, and it is valid if the element is. */
@Directive({
  selector: 'droppoint-picker[ngModel], droppoint-picker[formControl], droppoint-picker[formControlName]',
  providers: [provideAs(NG_VALUE_ACCESSOR), provideAs(NG_VALIDATORS)],
  host: {
    // Also from the fallback control inside.
    '(input)': 'tellValue(picker.value)',
    '(focusout)': 'tellTouched()',
    '(droppoint-close)': 'tellTouched()',
    '(droppoint-invalid-selection)': 'checkSoon()',
  },
})
export class PickupPointControl implements ControlValueAccessor, Validator {
  readonly picker = inject<ElementRef<DroppointPicker>>(ElementRef).nativeElement;
  tellValue: (id: string) => void = () => {};
  tellTouched = () => {};
  private check = () => {};

  writeValue(id: string | null): void {
    this.picker.value = id;
  }
  registerOnChange(tellValue: (id: string) => void): void {
    this.tellValue = tellValue;
  }
  registerOnTouched(tellTouched: () => void): void {
    this.tellTouched = tellTouched;
  }
  setDisabledState(isDisabled: boolean): void {
    this.picker.disabled = isDisabled;
  }

  validate() {
    // Without a browser (on a server) the element has no validity.
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
