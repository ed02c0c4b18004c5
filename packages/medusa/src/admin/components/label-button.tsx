import { Button, toast } from '@medusajs/ui';
import { useMutation } from '@tanstack/react-query';
import { openLabel } from '../routes';

/** Opens the label of a parcel, to be printed. */
export function LabelButton({ path, number }: { path: string; number: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => openLabel(path),
    onError: ({ message }) => toast.error('There is no label', { description: message }),
  });
  return (
    <Button
      size="small"
      variant="secondary"
      onClick={() => mutate()}
      isLoading={isPending}
      aria-label={`Print the label of ${number}`}
    >
      Label
    </Button>
  );
}
