/** Settings of an example shop with pick-up points. */
import { defineConfig } from '@medusajs/framework/utils';
// The plugin's settings, from docs/medusa.md.
import { plugin, provider } from './droppoint';

const { env } = process;

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    http: {
      storeCors: env.STOREFRONT_ORIGIN ?? 'http://127.0.0.1:3006',
      adminCors: env.ADMIN_ORIGIN ?? '',
      authCors: env.ADMIN_ORIGIN ?? '',
      jwtSecret: env.SHOP_SECRET ?? 'not for production',
      cookieSecret: env.SHOP_SECRET ?? 'not for production',
    },
  },
  admin: { disable: env.SHOP_ADMIN !== 'yes' },
  plugins: [plugin],
  modules: [
    {
      resolve: '@medusajs/medusa/fulfillment',
      options: { providers: [{ resolve: '@medusajs/medusa/fulfillment-manual', id: 'manual' }, provider] },
    },
    {
      resolve: '@medusajs/medusa/payment',
      options: { providers: [{ resolve: './src/payment', id: 'test' }] },
    },
    {
      resolve: '@medusajs/medusa/file',
      options: {
        providers: [
          {
            resolve: '@medusajs/medusa/file-local',
            id: 'local',
            options: { upload_dir: 'static', private_upload_dir: 'private' },
          },
        ],
      },
    },
  ],
});
