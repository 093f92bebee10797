import { zodResolver } from "@hookform/resolvers/zod";
import { Login } from "@malamar/contract/session.ts";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { Field, FieldError } from "#components/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useLogin } from "./mutations.ts";

export function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const form = useForm({ resolver: zodResolver(Login), defaultValues: { token: "" } });
  const login = useLogin();
  const { errors } = form.formState;
  const refusalId = useId();
  const isRefused = errors.root?.message !== undefined;

  const submit = form.handleSubmit(async (input) => {
    try {
      await login.mutateAsync(input);
      onLoggedIn();
    } catch (error) {
      form.setError("root", { message: errorMessage(error) });
      form.setFocus("token");
    }
  });

  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      <Field
        label="Token"
        hint="The one you started Malamar with, or the one it printed in the terminal."
        error={errors.token?.message}
      >
        {(field) => (
          <Input
            {...field}
            {...form.register("token")}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has nothing else to focus
            autoFocus
            type="password"
            autoComplete="current-password"
            required
            {...(isRefused && {
              "aria-invalid": true,
              "aria-describedby": `${refusalId} ${field["aria-describedby"]}`,
            })}
          />
        )}
      </Field>
      {isRefused && (
        <div role="alert">
          <FieldError id={refusalId}>{errors.root?.message}</FieldError>
        </div>
      )}
      <WriteButton
        type="submit"
        variant="primary"
        className="w-full"
        isBusy={login.isPending}
        busyLabel="Logging in…"
      >
        Log in
      </WriteButton>
    </form>
  );
}
