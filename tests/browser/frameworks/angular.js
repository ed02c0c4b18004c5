import '@angular/compiler';
import { Component, createComponent, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import { FormControl, FormsModule, ReactiveFormsModule } from '@angular/forms';
import { createApplication } from '@angular/platform-browser';
import { PickupPointControl } from '../../../examples/angular/pickup-point-control.ts';
import { equal, ORIGIN, POINT, runCases, until } from './run.ts';

const Cases = Component({
  selector: 'app-cases',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  inputs: ['view'],
  template: `
    @if (view.way === 'parcel') {
      <droppoint-parcel
        [origin]="view.settings.origin"
        [number]="view.number"
        (droppoint-parcel-state)="view.onevent($event)"
        ><a href="/order">Order</a></droppoint-parcel
      >
    } @else if (view.isShown) {
      <droppoint-picker
        [origin]="view.settings.origin"
        [required]="view.settings.required"
        [remember]="view.settings.remember"
        [withDetails]="view.settings['with-details']"
        [zoom]="view.settings.zoom"
        [city]="view.settings.city"
        [attr.postal-code]="view.settings['postal-code']"
        [mapConsent]="view.settings.mapConsent"
        [excludeIds]="view.settings.excludeIds"
        [filter]="view.settings.filter"
        (change)="view.onevent($event)"
        (droppoint-ready)="view.onevent($event)"
      >
        @if (view.round > 0) {
          <label>Asked {{ view.round }} times <input name="point" /></label>
        }
      </droppoint-picker>
    } @else {
      <p>Dummy view</p>
    }
  `,
})(class {});

/** Two controls of Angular's forms, one of each kind. */
const Form = Component({
  selector: 'app-form',
  imports: [FormsModule, ReactiveFormsModule, PickupPointControl],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <droppoint-picker [origin]="origin" required [(ngModel)]="point" #model="ngModel"></droppoint-picker>
    <output>{{ point }} {{ model.valid }}</output>
    <droppoint-picker [origin]="origin" [formControl]="control"></droppoint-picker>
    <button>Go on</button>
  `,
})(
  class {
    origin = ORIGIN;
    point = '';
    control = new FormControl('PL_CZE11M');
  },
);

async function mountComponent(type, target) {
  const application = await createApplication();
  const hostElement = document.createElement('app-root');
  target.append(hostElement);
  const component = createComponent(type, { environmentInjector: application.injector, hostElement });
  application.attachView(component.hostView);
  return component;
}

const FORMS = {
  'is a control of Angular’s forms with [(ngModel)]': async (target) => {
    const component = await mountComponent(Form, target);
    const [picker] = target.querySelectorAll('droppoint-picker');
    const read = () => target.querySelector('output').textContent;
    await until(() => read() === ' false');
    await picker.selectPoint(POINT);
    await until(() => read() === `${POINT} true`);
    component.instance.point = '';
    component.changeDetectorRef.markForCheck();
    await until(() => picker.value === '' && read() === ' false');
    component.destroy();
  },
  'is a control of Angular’s forms with [formControl]: its value, touched, disabled, and its validity':
    async (target) => {
      const component = await mountComponent(Form, target);
      component.changeDetectorRef.detectChanges();
      const picker = target.querySelectorAll('droppoint-picker')[1];
      const { control } = component.instance;
      equal(picker.value, 'PL_CZE11M', 'the value at the beginning');
      await picker.selectPoint(POINT);
      equal(control.value, POINT, 'the value chosen');
      control.disable();
      equal(picker.disabled, true, 'disabled');
      control.enable();
      equal(picker.disabled, false, 'disabled');
      equal(control.touched, false, 'touched');
      picker.focus();
      equal(control.touched, false, 'touched');
      target.querySelector('button').focus();
      equal(control.touched, true, 'touched, after the focus has gone on');
      control.markAsUntouched();
      const opened = picker.open();
      picker.close();
      await opened;
      await until(() => control.touched);
      picker.destroy();
      control.setValue('PL_GONE');
      equal([picker.value, control.valid], ['PL_GONE', true], 'a point that isn’t known yet');
      await until(() => control.invalid);
      equal(Object.keys(control.errors), ['pickupPoint'], 'errors of a point that has closed');
      component.destroy();
    },
};

void runCases({
  canSpread: false,
  async mount(target, view) {
    const component = await mountComponent(Cases, target);
    const update = (next) => {
      component.setInput('view', next);
      component.changeDetectorRef.detectChanges();
    };
    update(view);
    return { update, unmount: () => component.destroy() };
  },
  own: FORMS,
});
