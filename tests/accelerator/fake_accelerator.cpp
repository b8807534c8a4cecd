// A second device for tests: CPU memory behind torch's PrivateUse1 hook. It computes on the CPU, but is strict as CUDA is:
// tensors of two devices do not mix, it has generators of its own, a limit of memory, and threads of the autograd engine.

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/GeneratorForPrivateuseone.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <ATen/native/CPUFallback.h>
#include <ATen/native/Resize.h>
#include <ATen/EmptyTensor.h>
#include <ATen/ops/as_strided_cpu_dispatch.h>
#include <ATen/ops/set_cpu_dispatch.h>
#include <ATen/ops/view_cpu_dispatch.h>
#include <ATen/ops/_reshape_alias_cpu_dispatch.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/extension.h>

namespace {

constexpr auto FAKE = c10::DeviceType::PrivateUse1;
std::atomic<int64_t> used{0};
std::atomic<int64_t> most{0};       // of bytes; 0: no limit
std::atomic<int64_t> started{0};    // how often somebody asked for the device
std::atomic<bool> broken{false};    // after an index that does not exist: as on a GPU, nothing works any more in this process

struct Block { int64_t size; };

void give_back(void* data) {
  if (!data) return;
  auto* block = static_cast<Block*>(data) - 4;
  used -= block->size;
  std::free(block);
}

struct FakeAllocator final : at::Allocator {
  at::DataPtr allocate(size_t bytes) override {
    started++;
    c10::Device here(FAKE, 0);
    if (bytes == 0) return {nullptr, nullptr, &give_back, here};
    if (most && used + static_cast<int64_t>(bytes) > most)
      TORCH_CHECK_WITH(OutOfMemoryError, false, "the fake accelerator is out of memory: ", used.load(), " of ", most.load(), " bytes are in use");
    auto* block = static_cast<Block*>(std::aligned_alloc(64, (bytes + 32 + 63) / 64 * 64));
    block->size = static_cast<int64_t>(bytes);
    used += block->size;
    return {block + 4, block + 4, &give_back, here};
  }
  at::DeleterFnPtr raw_deleter() const override { return &give_back; }
  void copy_data(void* to, const void* from, std::size_t count) const override { std::memcpy(to, from, count); }
};
FakeAllocator allocator;
REGISTER_ALLOCATOR(FAKE, &allocator);

struct FakeGuard final : c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return FAKE; }
  c10::Device exchangeDevice(c10::Device) const override { return {FAKE, 0}; }
  c10::Device getDevice() const override { return {FAKE, 0}; }
  void setDevice(c10::Device) const override {}
  void uncheckedSetDevice(c10::Device) const noexcept override {}
  c10::Stream getStream(c10::Device) const noexcept override { return c10::Stream(c10::Stream::DEFAULT, {FAKE, 0}); }
  c10::Stream getDefaultStream(c10::Device) const override { return c10::Stream(c10::Stream::DEFAULT, {FAKE, 0}); }
  c10::Stream exchangeStream(c10::Stream) const noexcept override { return c10::Stream(c10::Stream::DEFAULT, {FAKE, 0}); }
  c10::DeviceIndex deviceCount() const noexcept override { return 1; }
  void record(void**, const c10::Stream&, const c10::DeviceIndex, const c10::EventFlag) const override {}
  void block(void*, const c10::Stream&) const override {}
  bool queryEvent(void*) const override { return true; }
  void destroyEvent(void*, const c10::DeviceIndex) const noexcept override {}
  bool queryStream(const c10::Stream&) const override { return true; }
  void synchronizeStream(const c10::Stream&) const override {}
  void synchronizeDevice(const c10::DeviceIndex) const override {}
};
C10_REGISTER_GUARD_IMPL(PrivateUse1, FakeGuard);

struct FakeGenerator final : c10::GeneratorImpl {
  at::Generator inner;
  FakeGenerator() : c10::GeneratorImpl({FAKE, 0}, c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)), inner(at::make_generator<at::CPUGeneratorImpl>()) {}
  // As on a GPU: from the same seed come other numbers than the CPU's.
  void set_current_seed(uint64_t seed) override { inner.set_current_seed(seed ^ 0x9e3779b9); }
  void set_offset(uint64_t offset) override { inner.set_offset(offset); }
  uint64_t get_offset() const override { return inner.get_offset(); }
  uint64_t current_seed() const override { return inner.current_seed(); }
  uint64_t seed() override { return inner.seed(); }
  void set_state(const c10::TensorImpl& state) override { inner.unsafeGetGeneratorImpl()->set_state(state); }
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override { return inner.unsafeGetGeneratorImpl()->get_state(); }
  FakeGenerator* clone_impl() const override { auto* copy = new FakeGenerator(); copy->inner = inner.clone(); return copy; }
};

at::Generator& default_generator() {
  static at::Generator made = at::make_generator<FakeGenerator>();
  return made;
}

struct FakeHooks final : at::PrivateUse1HooksInterface {
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  c10::DeviceIndex deviceCount() const override { return 1; }
  c10::DeviceIndex getCurrentDevice() const override { return 0; }
  void setCurrentDevice(c10::DeviceIndex) const override {}
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex) const override { return 0; }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex) const override { return 0; }
  at::Device getDeviceFromPtr(void*) const override { return {FAKE, 0}; }
  const at::Generator& getDefaultGenerator(c10::DeviceIndex) const override { return default_generator(); }
  at::Generator getNewGenerator(c10::DeviceIndex) const override { return at::make_generator<FakeGenerator>(); }
  void resizePrivateUse1Bytes(const c10::Storage& storage, size_t bytes) const override {
    auto fresh = allocator.allocate(bytes);
    if (storage.data()) std::memcpy(fresh.get(), storage.data(), std::min(bytes, storage.nbytes()));
    storage.unsafeGetStorageImpl()->set_data_ptr_noswap(std::move(fresh));
    storage.unsafeGetStorageImpl()->set_nbytes(bytes);
  }
};

// --- the few operations that are about memory ------------------------------------------------------------------------

at::Tensor empty(c10::IntArrayRef size, std::optional<at::ScalarType> dtype, std::optional<at::Layout>, std::optional<at::Device>,
                 std::optional<bool>, std::optional<at::MemoryFormat> format) {
  return at::detail::empty_generic(size, &allocator, c10::DispatchKeySet(c10::DispatchKey::PrivateUse1), c10::dtype_or_default(dtype), format);
}

at::Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, std::optional<at::ScalarType> dtype, std::optional<at::Layout>,
                         std::optional<at::Device>, std::optional<bool>) {
  return at::detail::empty_strided_generic(size, stride, &allocator, c10::DispatchKeySet(c10::DispatchKey::PrivateUse1), c10::dtype_or_default(dtype));
}

at::Tensor on_cpu(const at::Tensor& t) {
  return at::from_blob(const_cast<void*>(t.const_data_ptr()), t.sizes(), t.strides(), t.options().device(at::kCPU).requires_grad(false));
}

at::Tensor copy_from(const at::Tensor& self, const at::Tensor& to, bool) {
  at::AutoDispatchBelowADInplaceOrView guard;
  if (self.numel() == 0 && to.numel() == 0) return to;
  auto target = to.is_cpu() ? to : on_cpu(to);
  target.copy_(self.is_cpu() ? self : on_cpu(self));
  return to;
}

const at::Tensor& resize(const at::Tensor& self, c10::SymIntArrayRef size, std::optional<at::MemoryFormat> format) {
  auto wanted = C10_AS_INTARRAYREF_SLOW(size);
  auto* impl = self.unsafeGetTensorImpl();
  impl->set_sizes_contiguous(wanted);
  auto bytes = impl->storage_offset() * self.itemsize() + self.numel() * self.itemsize();
  if (static_cast<size_t>(bytes) > impl->unsafe_storage().nbytes())
    at::detail::getPrivateUse1Hooks().resizePrivateUse1Bytes(impl->unsafe_storage(), bytes);
  if (format.has_value() && *format != at::MemoryFormat::Preserve) impl->empty_tensor_restride(*format);
  return self;
}

at::Tensor copy_from_and_resize(const at::Tensor& self, const at::Tensor& to) {
  if (to.sizes() != self.sizes()) resize(to, self.sym_sizes(), std::nullopt);
  return copy_from(self, to, false);
}

at::Scalar local_scalar(const at::Tensor& self) { return on_cpu(self).item(); }
at::Tensor view(const at::Tensor& self, c10::SymIntArrayRef size) { return at::cpu::view(self, C10_AS_INTARRAYREF_SLOW(size)); }
at::Tensor as_strided(const at::Tensor& self, c10::SymIntArrayRef size, c10::SymIntArrayRef stride, std::optional<c10::SymInt> offset) {
  return at::cpu::as_strided_symint(self, size, stride, offset);
}
at::Tensor reshape_alias(const at::Tensor& self, c10::SymIntArrayRef size, c10::SymIntArrayRef stride) {
  return at::cpu::_reshape_alias_symint(self, size, stride);
}
at::Tensor& set_offset(at::Tensor& self, at::Storage storage, c10::SymInt offset, c10::SymIntArrayRef size, c10::SymIntArrayRef stride) {
  return at::cpu::set__symint(self, storage, offset, size, stride);
}
at::Tensor& set_storage(at::Tensor& self, at::Storage storage) {
  return at::cpu::set__symint(self, storage, 0, {static_cast<int64_t>(storage.nbytes() / self.itemsize())}, {1});
}

// --- what torch asks a device for, and the CPU has under another name -------------------------------------------------

void same_device(const std::string& name, const torch::jit::Stack& arguments);
using Lengths = c10::SymIntArrayRef;

at::Tensor convolution(const at::Tensor& x, const at::Tensor& w, const std::optional<at::Tensor>& b, Lengths stride, Lengths padding,
                       Lengths dilation, bool transposed, Lengths output_padding, c10::SymInt groups) {
  std::optional<at::Tensor> bias;
  if (b && b->defined()) bias = b->cpu();
  return at::convolution_symint(x.cpu(), w.cpu(), bias, stride, padding, dilation, transposed, output_padding, groups).to(x.device());
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> convolution_backward(
    const at::Tensor& dout, const at::Tensor& x, const at::Tensor& w, Lengths stride, Lengths padding, Lengths dilation, bool transposed,
    Lengths output_padding, c10::SymInt groups, std::array<bool, 3> mask) {
  std::vector<c10::SymInt> bias{transposed ? w.sym_size(1) * groups : w.sym_size(0)};
  auto [dx, dw, db] = at::convolution_backward_symint(dout.cpu(), x.cpu(), w.cpu(), c10::SymIntArrayRef(bias), stride, padding, dilation,
                                                      transposed, output_padding, groups, mask);
  auto there = [&](const at::Tensor& t) { return t.defined() ? t.to(x.device()) : t; };
  return {there(dx), there(dw), there(db)};
}

at::Tensor plus(const at::Tensor& gates, const std::optional<at::Tensor>& bias) { return bias && bias->defined() ? gates + *bias : gates; }

std::tuple<at::Tensor, at::Tensor> gru_cell(const at::Tensor& from_input, const at::Tensor& from_hidden, const at::Tensor& h,
                                            const std::optional<at::Tensor>& bi, const std::optional<at::Tensor>& bh) {
  auto i = plus(from_input, bi).chunk(3, 1), r = plus(from_hidden, bh).chunk(3, 1);
  auto reset = (i[0] + r[0]).sigmoid(), update = (i[1] + r[1]).sigmoid(), fresh = (i[2] + reset * r[2]).tanh();
  return {(h - fresh) * update + fresh, at::empty({0}, h.options())};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> lstm_cell(const at::Tensor& from_input, const at::Tensor& from_hidden, const at::Tensor& c,
                                                         const std::optional<at::Tensor>& bi, const std::optional<at::Tensor>& bh) {
  auto gates = (plus(from_input, bi) + plus(from_hidden, bh)).chunk(4, 1);
  auto cell = gates[1].sigmoid() * c + gates[0].sigmoid() * gates[2].tanh();
  return {gates[3].sigmoid() * cell.tanh(), cell, at::empty({0}, c.options())};
}

// Its schema does not say that it changes the running statistics: a fallback would leave them as they were.
std::tuple<at::Tensor, at::Tensor, at::Tensor> batch_norm(
    const at::Tensor& x, const std::optional<at::Tensor>& w, const std::optional<at::Tensor>& b, const std::optional<at::Tensor>& mean,
    const std::optional<at::Tensor>& var, bool training, double momentum, double eps) {
  auto alias = [](const std::optional<at::Tensor>& t) -> std::optional<at::Tensor> {
    if (!t || !t->defined()) return std::nullopt;
    return on_cpu(*t);
  };
  same_device("aten::native_batch_norm", {x, w.value_or(at::Tensor()), mean.value_or(at::Tensor())});
  auto [out, m, v] = at::native_batch_norm(on_cpu(x), alias(w), alias(b), alias(mean), alias(var), training, momentum, eps);
  return {out.to(x.device()), m.to(x.device()), v.to(x.device())};
}

// --- everything else: on the CPU, and back -----------------------------------------------------------------------------

bool takes_cpu(const std::string& name) {
  for (const char* known : {"aten::index", "aten::_index_put", "aten::_pack_padded", "aten::copy", "aten::_copy_from", "aten::_to_cpu"})
    if (name.rfind(known, 0) == 0) return true;
  return false;
}

void same_device(const std::string& name, const torch::jit::Stack& arguments) {
  bool fake = false, cpu = false;
  auto look = [&](const at::Tensor& t) {
    if (!t.defined()) return;
    if (t.device().type() == FAKE) fake = true;
    else if (t.is_cpu() && t.dim() > 0) cpu = true;  // numbers may come along, as on CUDA
  };
  for (const auto& each : arguments) {
    if (each.isTensor()) look(each.toTensor());
    else if (each.isTensorList()) for (const at::Tensor& t : each.toTensorList()) look(t);
    else if (each.isOptionalTensorList()) for (const std::optional<at::Tensor>& t : each.toOptionalTensorList()) if (t) look(*t);
  }
  TORCH_CHECK(!(fake && cpu) || takes_cpu(name), "Expected all tensors to be on the same device, but found at least two devices, fake:0 and cpu! (", name, ")");
}

void fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const auto& schema = op.schema();
  const auto count = schema.arguments().size();
  torch::jit::Stack arguments(stack->end() - static_cast<long>(count), stack->end());
  same_device(schema.name(), arguments);
  for (size_t i = 0; i < count; i++) {
    auto& value = (*stack)[stack->size() - count + i];
    auto type = schema.arguments()[i].type();
    if (auto optional = type->cast<c10::OptionalType>()) type = optional->getElementType();
    if (type->kind() != c10::TypeKind::GeneratorType) continue;
    auto generator = value.isNone() ? default_generator() : value.toGenerator();
    TORCH_CHECK(generator.device().type() == FAKE, "Expected a 'fake' device type for generator but found 'cpu'");
    value = static_cast<FakeGenerator*>(generator.unsafeGetGeneratorImpl())->inner;
  }
  TORCH_CHECK(!broken, "fake error: device-side assert triggered");
  try {
    at::native::cpu_fallback(op, stack, false);
  } catch (const std::exception& error) {
    std::string said = error.what();
    broken = said.find("out of range") != std::string::npos || said.find("out of bounds") != std::string::npos;
    TORCH_CHECK(!broken, "fake error: device-side assert triggered");
    throw;
  }
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("empty.memory_format", empty);
  m.impl("empty_strided", empty_strided);
  m.impl("_copy_from", copy_from);
  m.impl("_copy_from_and_resize", copy_from_and_resize);
  m.impl("resize_", resize);
  m.impl("_local_scalar_dense", local_scalar);
  m.impl("view", view);
  m.impl("as_strided", as_strided);
  m.impl("_reshape_alias", reshape_alias);
  m.impl("set_.source_Storage_storage_offset", set_offset);
  m.impl("set_.source_Storage", set_storage);
  m.impl("convolution_overrideable", convolution);
  m.impl("convolution_backward_overrideable", convolution_backward);
  m.impl("_thnn_fused_gru_cell", gru_cell);
  m.impl("_thnn_fused_lstm_cell", lstm_cell);
  m.impl("native_batch_norm", batch_norm);
}

TORCH_LIBRARY_IMPL(aten, AutogradPrivateUse1, m) {  // made of operations that have gradients
  m.impl("_thnn_fused_gru_cell", gru_cell);
  m.impl("_thnn_fused_lstm_cell", lstm_cell);
}

TORCH_LIBRARY_IMPL(_, PrivateUse1, m) { m.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback>()); }

}  // namespace

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  static FakeHooks hooks;
  at::RegisterPrivateUse1HooksInterface(&hooks);
  m.def("set_limit", [](int64_t bytes) { most = bytes; });
  m.def("memory_in_use", [] { return used.load(); });
  m.def("allocations", [] { return started.load(); });
  m.def("manual_seed", [](uint64_t seed) { default_generator().set_current_seed(seed); });
}
