import { showDroppoint } from './droppoint-map.ts';

showDroppoint(true);
