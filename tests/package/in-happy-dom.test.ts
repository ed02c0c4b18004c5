// @vitest-environment happy-dom
import { describeShopTests } from './shop-test.ts';

describeShopTests('happy-dom');
