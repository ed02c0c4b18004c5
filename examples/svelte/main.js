import { mount } from 'svelte';
import Checkout from './Checkout.svelte';

mount(Checkout, { target: /** @type {HTMLElement} */ (document.querySelector('#app')) });
